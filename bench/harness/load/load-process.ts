import { fork } from 'node:child_process'
import { browse, type BrowseLoad, type Browsed } from './browse-load.ts'
import { hoardDrop, type HoardLoad, type HoardReport } from './hoard-load.ts'
import { loadOrders, type OrderLoad, type OrderLoadReport } from './order-load.ts'
import { loadPages, type PageLoad, type ServerRound } from './page-load.ts'
import { loadRoom, type RoomLoad, type RoomReport } from '#scripts/robots/room-load.ts'
import { loadRush, type RushEnding, type RushLoad } from './rush-load.ts'

/**
 * The load runs in a separate process, so that its CPU time is not counted as the shop's and does not delay the clock.
 */
export interface LoadProcess {
  pages(load: PageLoad): Promise<ServerRound[][]>
  orders(load: OrderLoad): Promise<OrderLoadReport>
  browse(load: BrowseLoad): Promise<Browsed>
  rush(load: RushLoad): Promise<RushEnding[]>
  room(load: RoomLoad): Promise<RoomReport>
  hoard(load: HoardLoad): Promise<HoardReport>
  stop(): void
}

type Task =
  | { pages: PageLoad }
  | { orders: OrderLoad }
  | { browse: BrowseLoad }
  | { rush: RushLoad }
  | { room: RoomLoad }
  | { hoard: HoardLoad }

if (process.send && import.meta.main) {
  process.on('message', async (task: Task) => {
    try {
      process.send?.({ report: await load(task) })
    } catch (error) {
      process.send?.({ failure: String(error) })
    }
  })
}

async function load(task: Task): Promise<unknown> {
  if ('pages' in task) return loadPages(task.pages)
  if ('rush' in task) return loadRush(task.rush)
  if ('room' in task) return loadRoom(task.room)
  if ('hoard' in task) return hoardDrop(task.hoard)
  return 'orders' in task ? loadOrders(task.orders) : browse(task.browse)
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
    browse: (load) => give({ browse: load }),
    rush: (load) => give({ rush: load }),
    room: (load) => give({ room: load }),
    hoard: (load) => give({ hoard: load }),
    stop: () => void child.kill(),
  }
}
