import { dateFormat } from '#domain/date-format.ts'
import { readMonitoring } from '#operations/monitoring/read-monitoring.ts'
import type { Shop } from '#operations/shop.ts'
import { staffFrameProps, staffHead } from '#web/admin/staff-frame.server.ts'
import { monitoringView } from '#web/views/monitoring/monitoring-view.server.ts'
import { staffTime } from '#web/views/staff-time.server.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import type { PageAnswer } from '#web/page.ts'
import MonitoringPage, { type MonitoringPageProps } from './monitoring-page.tsx'
import { staffPage } from '#web/route.ts'

export const routes = [
  staffPage(
    '/admin/monitoring',
    'monitoring.read',
    'admin/monitoring/monitoring-page',
    MonitoringPage,
    loadMonitoringPage,
  ),
]

export async function loadMonitoringPage(shop: Shop, request: StaffPageRequest): Promise<PageAnswer> {
  const { publicUrl, timeZone } = shop.settings
  const clock = dateFormat('en-CA', { timeStyle: 'short', timeZone })
  const words = {
    time: staffTime(shop),
    clock: (at: number) => clock.format(at),
    host: new URL(publicUrl).host,
    now: shop.now(),
  }
  return {
    status: 200,
    head: staffHead('Monitoring', '/admin/monitoring'),
    props: {
      frame: await staffFrameProps(shop, request),
      view: monitoringView(await readMonitoring(shop), words),
    } satisfies MonitoringPageProps,
  }
}
