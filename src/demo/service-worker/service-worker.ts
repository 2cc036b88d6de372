// Listeners hear an event in the order of these imports: the page's files first, then mocking behind its guard.
import './page-files.ts'
import 'virtual:guarded-mock-service-worker'
