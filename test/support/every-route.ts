import { endpoints as publicEndpoints, loadStaffArea, pages } from '#web/routes.ts'

/** The whole route table: that of the storefront and that of the staff area. */
const staffArea = await loadStaffArea()

export { pages }
export const staffPages = staffArea.pages
export const endpoints = [...publicEndpoints, ...staffArea.endpoints]
