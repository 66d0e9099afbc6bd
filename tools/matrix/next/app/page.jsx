export default function Page() {
  return <p>The routes run the scenario.</p>;
}
