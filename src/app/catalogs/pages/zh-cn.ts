/** The texts of the signed-in pages next to the conversation list. */
export const areas: Readonly<Record<string, unknown>> = import.meta.glob(
  '../../../../locales/zh-CN/{around,codes,collections,composer,contact,forward,groups,media,my,report,search,stickers,tags}.po',
  { eager: true, import: 'messages' },
)
