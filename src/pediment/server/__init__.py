"""The table server: tables in the browser, for one machine or for everybody."""
