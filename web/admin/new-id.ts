/** 128 random bits, to name what is sent so that sending it twice does it once. Plain http has no randomUUID. */
export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
