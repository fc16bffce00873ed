/** 128 random bits, for ids, tokens and nonces. */
export function random(): string {
    return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
