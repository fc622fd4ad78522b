/** How long the code of a screen may take to arrive (spec 9). */
const TIMEOUT_MS = 120_000

/** Loads something, such as the code of a screen, with an error after this time instead of an endless wait. */
export async function loadInTime<Loaded>(
  load: () => Promise<Loaded>,
  timeoutMs = TIMEOUT_MS,
): Promise<Loaded> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('It did not arrive in time')), timeoutMs)
  })
  try {
    return await Promise.race([load(), tooLate])
  } finally {
    clearTimeout(timer)
  }
}
