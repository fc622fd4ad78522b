import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { ProcessMeter } from '#operations/monitoring/process-meter.ts'
import type { Shop } from '#operations/shop.ts'
import type { PageCache } from '#web/http/cache/page-cache.ts'
import { isFromThisMachine } from '#web/http/limits/client-address.ts'
import { METRICS_TYPE, metricsText } from './metrics-text.ts'
import { processMetrics, requestMetrics } from './request-metrics.ts'
import { shopMetrics } from './shop-metrics.ts'

/** Who may read the metrics: holders of the token, or without one programs on this machine. */
export interface MetricsAccess {
  token: string | null
}

/** The metrics of this process and of the shop, for Prometheus. */
export async function metricsAnswer(shop: Shop, meter: ProcessMeter, cache: PageCache): Promise<Response> {
  const metrics = [
    ...requestMetrics(meter.counts),
    ...processMetrics(meter, cache),
    ...(await shopMetrics(shop)),
  ]
  return new Response(metricsText(metrics), { headers: { 'content-type': METRICS_TYPE } })
}

/** Whether a request may read the metrics. */
export function mayReadMetrics(request: IncomingMessage, { token }: MetricsAccess): boolean {
  const { authorization, host = '' } = request.headers
  if (token !== null) return isSame(authorization ?? '', `Bearer ${token}`)
  // A proxy on this machine that names no client still passes on the public name.
  return isFromThisMachine(request) && /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host)
}

function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}
