/** Requests the addresses in sequence, and returns how long each response took in milliseconds. */
export async function requestOneByOne(
  port: number,
  addresses: readonly string[],
  { cookie, times }: { cookie: string; times: number },
): Promise<number[]> {
  const took: number[] = []
  for (let asked = 0; asked < times; asked += 1) {
    const address = addresses[asked % addresses.length] ?? '/'
    const started = performance.now()
    const response = await fetch(`http://127.0.0.1:${port}${address}`, { headers: { cookie } })
    await response.arrayBuffer()
    took.push(performance.now() - started)
    if (response.status !== 200) throw new Error(`${address} answered ${response.status}`)
  }
  return took
}
