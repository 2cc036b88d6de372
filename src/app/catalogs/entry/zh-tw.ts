/** What is read before anybody is signed in, and of faults. */
export const areas: Readonly<Record<string, unknown>> = import.meta.glob(
  '../../../../locales/zh-TW/{auth,common,errors}.po',
  { eager: true, import: 'messages' },
)
