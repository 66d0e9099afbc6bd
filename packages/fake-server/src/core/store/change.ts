import type { ActivityRow, MockServiceRow, WorkspaceRow } from './rows.ts';
import type { Rows } from './table.ts';

/** All that a store holds: immutable, and shared by whoever holds it. */
export interface StoreData {
  readonly mockServices: Rows<MockServiceRow>;
  readonly workspaces: Rows<WorkspaceRow>;
  /** The log of every workspace, by workspace id in lower case. */
  readonly activity: Rows<Rows<ActivityRow>>;
}

/** Bytes of all rows. */
export function bytesIn({ mockServices, workspaces, activity }: StoreData): number {
  return mockServices.bytes + workspaces.bytes + activity.bytes;
}

/** What one write changed. Ids are in lower case; `row` is `undefined` where it was removed. */
export type Change =
  | { readonly kind: 'mockService'; readonly id: string; readonly row: MockServiceRow | undefined }
  /** A workspace that was removed takes its log along. */
  | { readonly kind: 'workspace'; readonly id: string; readonly row: WorkspaceRow | undefined }
  | {
      readonly kind: 'entry';
      readonly workspaceId: string;
      readonly id: string;
      readonly row: ActivityRow | undefined;
    }
  /** A log was emptied. */
  | { readonly kind: 'log'; readonly workspaceId: string }
  /** Everything was replaced. */
  | { readonly kind: 'all'; readonly data: StoreData };
