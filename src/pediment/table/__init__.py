"""The table server: people and bots play together by link, live or over days."""
