/** Every other area for somebody signed in; what comes with a page of its own is not among them. */
export const areas: Readonly<Record<string, unknown>> = import.meta.glob(
  ['../../../../locales/en-US/*.po', '!**/{auth,common,errors,legal,demo,inspection}.po'],
  { eager: true, import: 'messages' },
)
