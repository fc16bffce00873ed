// How long texts may be that are sent: as the server takes them.

export const MAX_NAME_CHARACTERS = 40;
export const MAX_CHAT_CHARACTERS = 500;
export const MAX_REPORT_CHARACTERS = 500;
