/** Recorded exchanges as a table. */
export { ActivityTable } from './activity-table.tsx';
