export { safeRedirect } from '#domain/forms/redirect-target.ts'
