export { safeRedirect } from '#domain/forms/safe-redirect.ts'
