/**
 * Groups the modules of the build into chunks: one for every start, one for sign-in, one for the first signed-in
 * screen, one for what at least six screens share, and one for the conversation screen. Few chunks are better, because
 * each file has its own headers and larger files compress better. The start script is inlined into the page
 * (early-files.ts). Other modules are split by their importers.
 */
export const startChunks = {
  groups: [
    { name: 'start', tags: ['$initial' as const], priority: 5 },
    { name: 'sign-in', test: /features\/authentication\/sign-in-screen\.tsx$/, priority: 4 },
    {
      name: 'account',
      test: /(client\/account-program|streams\/storage\/dexie-storage|routes\/protected-layout|app\/frame\/nothing-open|app\/account-ports|conversation-list\/conversation-list-pane)\.tsx?$/,
      priority: 3,
    },
    { name: 'screens', minShareCount: 6, priority: 2 },
    { name: 'conversation', test: /conversation-screen\.tsx$/, priority: 1 },
  ],
}
