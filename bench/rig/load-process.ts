import { fork } from 'node:child_process'
import { loadOrders, type OrderLoad, type OrderLoadReport } from './order-load.ts'
import { loadPages, type PageLoad, type ServerRound } from './page-load.ts'

/** The load runs in a process of its own, so that its work is not counted as the shop's, nor stops the clock. */
export interface LoadProcess {
  pages(load: PageLoad): Promise<ServerRound[][]>
  orders(load: OrderLoad): Promise<OrderLoadReport>
  stop(): void
}

type Task = { pages: PageLoad } | { orders: OrderLoad }

if (process.send && import.meta.main) {
  process.on('message', async (task: Task) => {
    try {
      const report = 'pages' in task ? await loadPages(task.pages) : await loadOrders(task.orders)
      process.send?.({ report })
    } catch (error) {
      process.send?.({ failure: String(error) })
    }
  })
}

export function startLoadProcess(): LoadProcess {
  const child = fork(import.meta.filename, { stdio: 'inherit' })
  function give<Report>(task: Task): Promise<Report> {
    return new Promise((resolve, reject) => {
      child.once('message', (message: { report: Report } | { failure: string }) => {
        if ('failure' in message) reject(new Error(message.failure))
        else resolve(message.report)
      })
      child.send(task)
    })
  }
  return {
    pages: (load) => give({ pages: load }),
    orders: (load) => give({ orders: load }),
    stop: () => void child.kill(),
  }
}
