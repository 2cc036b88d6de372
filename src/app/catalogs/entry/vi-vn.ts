/** What is read before anybody is signed in, and of faults. */
export const areas: Readonly<Record<string, unknown>> = import.meta.glob(
  '../../../../locales/vi-VN/{auth,common,errors}.po',
  { eager: true, import: 'messages' },
)
