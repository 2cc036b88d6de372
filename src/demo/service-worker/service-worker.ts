// Listeners run in the order of these imports: the page's files first, then the mocking behind its guard.
import './page-files.ts'
import 'virtual:guarded-mock-service-worker'
