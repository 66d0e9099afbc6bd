"""A test suite in Python that seeds the fake server, injects faults and checks the received requests.

Start the fake server with worlds and admin endpoints, and pass its URL to this script:

    npx @mock-services/fake-server --worlds --admin --port 4600
    python3 check_mock_services.py http://127.0.0.1:4600

Each test has its own world, so several suites can share the server. The script needs only Python's standard library.
"""

import json
import sys
import unittest
import urllib.error
import urllib.request
import uuid

server = sys.argv.pop()
# Ignores the proxy settings, because the server runs on this machine.
opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def call(method, url, body=None):
    """Sends a request. Returns the status and the parsed JSON body."""
    data = None if body is None else json.dumps(body).encode()
    headers = {} if body is None else {"content-type": "application/json"}
    request = urllib.request.Request(url, data, headers, method=method)
    try:
        with opener.open(request, timeout=10) as response:
            status, text = response.status, response.read()
    except urllib.error.HTTPError as error:
        with error:
            status, text = error.code, error.read()
    return status, json.loads(text) if text else None


CREATED = "2026-01-01T00:00:00.000Z"
ORDERS = {
    "id": "6a1f3c52-7b0e-4d43-9f0a-0c1d2e3f4a5b",
    "type": "REST",
    "title": "Orders",
    "config": {
        "cors": {"allowedOrigins": [], "allowedMethods": ["GET"], "allowedHeaders": []},
        "defaultResponseHeaders": {},
        "upstreams": [{"name": "live", "url": "https://orders.example.com"}],
    },
    "createdAt": CREATED,
    "updatedAt": CREATED,
}
# Two endpoints of the service.
LIST = "/configuration/mock-services"
ONE = "/configuration/mock-service"


class MockServicesTest(unittest.TestCase):
    def setUp(self):
        name = uuid.uuid4()
        self.base_url = f"{server}/worlds/{name}"
        # The first request creates the world. The test deletes it at the end.
        self.addCleanup(self.fake, "deleteWorld")
        self.fake("seed", {"mockServices": [ORDERS]})

    def call(self, method, path, body=None):
        """Sends a request to the world of this test."""
        return call(method, self.base_url + path, body)

    def fake(self, name, *args):
        """Calls a function of the fake server. GET /__fake/ lists all functions."""
        status, result = self.call("POST", f"/__fake/{name}", list(args))
        self.assertIn(status, (200, 204), result)
        return result

    def test_reads_return_the_seed(self):
        status, body = self.call("GET", f"{ONE}/{ORDERS['id']}")
        self.assertEqual((status, body), (200, {"data": ORDERS}))

    def test_state_includes_writes(self):
        new = {key: ORDERS[key] for key in ("type", "config")} | {"title": "Payments"}
        status, body = self.call("POST", ONE, new)
        self.assertEqual(status, 201)
        self.assertEqual(self.fake("mockServices.get", body["id"])["title"], "Payments")

    def test_a_fault_applies_as_often_as_requested(self):
        self.fake("faults.add", {"operation": "listMockServices", "status": 503, "times": 2})
        self.assertEqual([self.call("GET", LIST)[0] for _ in range(3)], [503, 503, 200])

    def test_a_connection_can_be_reset(self):
        self.fake("faults.add", {"operation": "listMockServices", "reset": True, "times": 1})
        with self.assertRaises((urllib.error.URLError, ConnectionError)):
            self.call("GET", LIST)

    def test_the_journal_contains_received_requests(self):
        self.call("GET", LIST)
        self.assertEqual(len(self.fake("journal.find", {"operation": "listMockServices"})), 1)
        self.fake("journal.assertClean")

    def test_the_journal_reports_requests_that_broke_the_contract(self):
        self.assertEqual(self.call("POST", ONE, {"title": 7})[0], 422)
        status, problem = self.call("POST", "/__fake/journal.assertClean")
        self.assertEqual(status, 409)
        self.assertIn("POST /configuration/mock-service", problem["detail"])

    def test_the_clock_can_be_advanced(self):
        before = self.fake("clock.now")
        self.fake("clock.advance", "1h")
        self.assertEqual(self.fake("clock.now") - before, 3_600_000)

    def test_a_snapshot_restores_the_earlier_state(self):
        snapshot = self.fake("snapshot")
        self.call("DELETE", f"{LIST}/{ORDERS['id']}")
        self.assertEqual(self.call("GET", f"{ONE}/{ORDERS['id']}")[0], 404)
        self.fake("restore", snapshot)
        self.assertEqual(self.call("GET", f"{ONE}/{ORDERS['id']}")[0], 200)

    def test_a_header_chooses_the_world(self):
        name = self.base_url.rpartition("/")[2]
        request = urllib.request.Request(f"{server}{ONE}/{ORDERS['id']}", headers={"x-mock-services-world": name})
        with opener.open(request, timeout=10) as response:
            self.assertEqual(json.load(response), {"data": ORDERS})

    def test_an_invalid_seed_is_rejected_with_its_path(self):
        wrong = {"mockServices": [ORDERS | {"title": 7}]}
        status, problem = self.call("POST", "/__fake/seed", wrong)
        self.assertEqual(status, 422)
        self.assertEqual(problem["errors"][0]["pointer"], "/mockServices/0/title")


if __name__ == "__main__":
    unittest.main()
