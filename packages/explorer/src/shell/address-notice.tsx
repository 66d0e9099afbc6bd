/** Reports parameters of the address that were ignored. */
export function AddressNotice({ ignored }: { readonly ignored: readonly string[] }) {
  if (ignored.length === 0) return null;
  return (
    <div className="notice notice-warning" role="status">
      <p>
        <strong>Part of the address was ignored.</strong> {ignored.join('; ')}.
      </p>
    </div>
  );
}
