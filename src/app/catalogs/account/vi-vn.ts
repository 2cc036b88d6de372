/** The texts of the conversation list, of notices and of messages. */
export const areas: Readonly<Record<string, unknown>> = import.meta.glob(
  '../../../../locales/vi-VN/{account,conversation,messages,messaging-settings}.po',
  { eager: true, import: 'messages' },
)
