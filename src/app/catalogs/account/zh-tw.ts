/** The texts of all other areas for a signed-in user, except areas that load with their page. */
export const areas: Readonly<Record<string, unknown>> = import.meta.glob(
  [
    '../../../../locales/zh-TW/*.po',
    '!**/{auth,common,errors,legal,my,report,groups,diagnostics,demo,inspection}.po',
  ],
  { eager: true, import: 'messages' },
)
