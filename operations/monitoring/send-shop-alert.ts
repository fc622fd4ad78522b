import { dateFormat } from '#domain/date-format.ts'
import * as v from 'valibot'
import { readProblems } from '#db/monitoring/shop-problems.ts'
import { PROBLEM_KINDS } from '#domain/monitoring/problems.ts'
import { sendMail } from '#operations/mail/send-mail.ts'
import type { Shop } from '#operations/shop.ts'
import { LANGUAGE } from '#words/en/language.ts'
import { shop as shopName } from '#words/en/mails/layout.ts'
import { oncePerDay, seeMonitoring } from '#words/en/mails/problems.ts'
import { problemWords } from './problem-words.ts'

const alertSchema = v.object({ problem: v.picklist(PROBLEM_KINDS) })

/** Sends the email of a `shop-alert` task, unless the problem is over. */
export async function sendShopAlert(shop: Shop, taskId: number, payload: unknown): Promise<void> {
  const { problem: kind } = v.parse(alertSchema, payload)
  const problem = (await readProblems(shop.database)).find((one) => one.kind === kind)
  if (!problem) return
  const { publicUrl, ownerEmail, timeZone } = shop.settings
  const format = dateFormat(LANGUAGE, { dateStyle: 'long', timeStyle: 'short', timeZone })
  const { title, state, next } = problemWords(problem, {
    time: (at) => format.format(at),
    host: new URL(publicUrl).host,
  })
  await sendMail(shop, {
    kind: 'shop-alert',
    id: `shop-alert-${taskId}`,
    to: { name: shopName, address: ownerEmail },
    subject: title,
    body: {
      heading: title,
      paragraphs: [state, next, oncePerDay],
      facts: [],
      link: { label: seeMonitoring, address: `${publicUrl}/admin/monitoring` },
    },
  })
}
