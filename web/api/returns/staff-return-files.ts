import { MAX_LABEL_BYTES } from '#domain/returns/return-file.ts'
import { readReturn } from '#operations/returns/read-returns.ts'
import { addReturnLabel, addStaffPhoto, removeReturnFile } from '#operations/returns/return-files.ts'
import type { Shop } from '#operations/shop.ts'
import { noSuch, recordParams, staffAction } from '#web/api/action.ts'
import { refusal } from '#web/api/endpoint-docs.ts'
import { millions } from '#web/api/upload-failure.ts'
import { readBody } from '#web/http/request-body.ts'
import { wholeReturnView } from '#web/views/returns/return-view.server.ts'
import {
  answerFile,
  FILE_ANSWER,
  PHOTO_REFUSALS,
  PHOTO_UPLOAD,
  PRIVATE,
  refusedFile,
  returnFileId,
  takePhoto,
} from './own-return-files.ts'
import { returnParams, returnSchema } from './staff-returns.ts'

const fileParams = recordParams({ ...returnParams.entries, file: returnFileId }, 'There is no such file.')

const whole = async (shop: Shop, number: string) => wholeReturnView(shop, (await readReturn(shop, number))!)

export const routes = [
  staffAction('POST /api/staff/returns/:number/photos', 'orders.note', {
    summary: 'Add a photo to a return',
    detail: 'Such as of what came. Staff alone see it.',
    params: returnParams,
    upload: PHOTO_UPLOAD,
    answers: { 201: { means: 'The return with the photo.', schema: returnSchema }, ...PHOTO_REFUSALS },
    async run({ shop, request, staff, params: { number }, ...context }) {
      const read = await readReturn(shop, number)
      if (read === null) return noSuch(returnParams)
      const added = await takePhoto({ shop, ...context }, request, (content) =>
        addStaffPhoto(shop, { ...read, by: staff.member.email }, content),
      )
      return added instanceof Response ? added : whole(shop, number)
    },
  }),
  staffAction('POST /api/staff/returns/:number/label', 'orders.note', {
    summary: 'Give a return the PDF of a label',
    detail:
      'In place of the one before. The customer finds it on the page of the return, and is emailed a link to it while they are to send the return.',
    params: returnParams,
    upload: {
      type: 'application/pdf',
      detail: `One PDF of at most ${millions(MAX_LABEL_BYTES)} MB as the body, as the carrier made it.`,
    },
    answers: {
      201: { means: 'The return with the label.', schema: returnSchema },
      409: refusal('The return is over.'),
      413: refusal('The file is too large.'),
      415: refusal('The file is not a PDF.'),
    },
    async run({ shop, request, staff, params: { number } }) {
      const read = await readReturn(shop, number)
      if (read === null) return noSuch(returnParams)
      const sent = await readBody(request, MAX_LABEL_BYTES)
      if ('refusal' in sent) return sent.refusal
      const added = await addReturnLabel(shop, { ...read, by: staff.member.email }, sent.bytes)
      return added.kind === 'added' ? whole(shop, number) : refusedFile(added)
    },
  }),
  staffAction('GET /api/staff/returns/:number/files/:file', 'orders.read', {
    summary: 'A photo or the label of a return',
    detail: PRIVATE,
    params: fileParams,
    answers: FILE_ANSWER,
    async run({ shop, params: { number, file } }) {
      const read = await readReturn(shop, number)
      const isOfIt = read?.files.some(({ id }) => id === file)
      return read && isOfIt
        ? answerFile(shop, read.order, { id: file, forShopper: false })
        : noSuch(fileParams)
    },
  }),
  staffAction('DELETE /api/staff/returns/:number/files/:file', 'orders.note', {
    summary: 'Remove a photo or the label of a return',
    params: fileParams,
    answers: { 200: { means: 'The return without it.', schema: returnSchema } },
    async run({ shop, params: { number, file } }) {
      const read = await readReturn(shop, number)
      if (read === null || !(await removeReturnFile(shop, read, file))) return noSuch(fileParams)
      return whole(shop, number)
    },
  }),
]
