import type { Locale } from '#src/app/locales.ts'
import type { BotTalk } from '../bot-talk.ts'

const loaders: Readonly<Record<Locale, () => Promise<{ talk: BotTalk }>>> = {
  'en-US': () => import('./en-us.ts'),
  'zh-CN': () => import('./zh-cn.ts'),
  'zh-TW': () => import('./zh-tw.ts'),
  'vi-VN': () => import('./vi-vn.ts'),
}

/** What bots say in a language. */
export const loadTalk = async (locale: Locale): Promise<BotTalk> => (await loaders[locale]()).talk
