/**
 * How the build is cut into files: what begins a page and paints what was seen last is one, what every start needs is another, what
 * signing in adds a third, and what somebody signed in sees first a fourth, since each file has a head of its own on the wire and a
 * whole compresses better than its parts.
 * Everything else is cut by who needs it.
 */
export const startChunks = {
  groups: [
    { name: 'start', tags: ['$initial' as const], priority: 3 },
    { name: 'sign-in', test: /features\/authentication\/sign-in-screen\.tsx$/, priority: 2 },
    {
      name: 'account',
      test: /(machines\/client\/account-program|streams\/storage\/dexie-accounts|routes\/protected-layout|routes\/routed-pages|app\/frame\/nothing-open|app\/account-ports|conversation-list\/conversation-list-pane)\.tsx?$/,
      priority: 1,
    },
  ],
}
