/** How long the code of a screen may take to arrive (spec 9). */
const TIMEOUT_MS = 120_000

/** Loads the code of a screen, with an error after two minutes instead of an endless wait. */
export async function loadInTime<Code>(load: () => Promise<Code>): Promise<Code> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The code of this page did not arrive in time')), TIMEOUT_MS)
  })
  try {
    return await Promise.race([load(), tooLate])
  } finally {
    clearTimeout(timer)
  }
}
