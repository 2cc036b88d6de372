export * from './accounts.ts'
export * from './contacts.ts'
export * from './conversations.ts'
export * from './groups.ts'
