import { SPOKEN_LANGUAGES } from '#domain/settings/languages.ts'
import type { Shop } from '#operations/shop.ts'
import { LANGUAGES, type Words } from '#words/languages.ts'
import { followSettings } from './charge-currency.ts'

/**
 * Keeps the languages of this process in step with those that owners chose. What was rendered while they were read is
 * dropped, by announcing the change again.
 */
export async function followLanguages(
  { savedSettings, changes }: Pick<Shop, 'savedSettings' | 'changes'>,
  languages: Map<string, Words>,
): Promise<void> {
  const follow = async (): Promise<void> => {
    const { value } = await savedSettings.latest(SPOKEN_LANGUAGES)
    let isNew = false
    for (const [name, isSpoken] of Object.entries<boolean>({ ...value })) {
      const words = LANGUAGES.get(name)
      if (!words || isSpoken === languages.has(name)) continue
      if (isSpoken) languages.set(name, words)
      else languages.delete(name)
      isNew = true
    }
    if (isNew) await changes.publish('settings')
  }
  await followSettings(changes, follow)
}
