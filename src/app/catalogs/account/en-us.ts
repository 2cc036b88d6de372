/** Every other area, for somebody signed in. */
export const areas: Readonly<Record<string, unknown>> = import.meta.glob(
  ['../../../../locales/en-US/*.po', '!**/{auth,common,errors,demo,inspection}.po'],
  { eager: true, import: 'messages' },
)
