export { inList } from '#english/in-list.ts'
