/** An application that lists mock services, deletes them, and reads the workspaces each minute. Its server has no API. */
import { createServer } from 'node:http';

const page = `<!doctype html>
<html lang="en">
  <title>Mock services</title>
  <link rel="icon" href="data:," />
  <ul></ul>
  <p role="alert"></p>
  <p role="status"></p>
  <script type="module">
    const list = '/api/configuration/mock-services';
    const { data } = await (await fetch(list)).json();
    for (const { id, title } of data) {
      const item = document.createElement('li');
      const button = document.createElement('button');
      button.textContent = 'Delete';
      button.addEventListener('click', async () => {
        const { status } = await fetch(list + '/' + id, { method: 'DELETE' });
        if (status === 403) document.querySelector('[role=alert]').textContent = 'You are not allowed to do this.';
        else item.remove();
      });
      item.append(title, button);
      document.querySelector('ul').append(item);
    }
    const showWorkspaces = async () => {
      const { data } = await (await fetch('/api/configuration/workspaces')).json();
      document.querySelector('[role=status]').textContent = data.map(({ name }) => name).join();
    };
    setInterval(showWorkspaces, 60_000);
    await showWorkspaces();
  </script>
</html>`;

createServer(({ url }, response) => {
  response.statusCode = url === '/' ? 200 : 404;
  response.setHeader('content-type', 'text/html');
  response.end(url === '/' ? page : '');
}).listen(Number(process.env.APP_PORT), '127.0.0.1');
