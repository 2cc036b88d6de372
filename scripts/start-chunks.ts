/**
 * How the build is cut into files: what every start needs is one, what signing in adds another, and what somebody signed in sees
 * first a third, since each file has a head of its own on the wire and a whole compresses better than its parts. What begins a page
 * stands in the page (early-files.ts).
 * Everything else is cut by who needs it.
 */
export const startChunks = {
  groups: [
    { name: 'start', tags: ['$initial' as const], priority: 3 },
    { name: 'sign-in', test: /features\/authentication\/sign-in-screen\.tsx$/, priority: 2 },
    {
      name: 'account',
      test: /(client\/account-program|streams\/storage\/dexie-storage|routes\/protected-layout|app\/frame\/nothing-open|app\/account-ports|conversation-list\/conversation-list-pane)\.tsx?$/,
      priority: 1,
    },
  ],
}
