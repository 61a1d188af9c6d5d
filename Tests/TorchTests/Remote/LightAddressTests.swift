import Testing
import Torch

@Suite("Light address")
struct LightAddressTests {
  @Test(
    "host and port are read",
    arguments: [
      ("light://lamp.local:5000", LightAddress(host: "lamp.local", port: 5000)),
      ("lights://lamp.local:5000", LightAddress(host: "lamp.local", port: 5000, isSecure: true)),
      ("light://127.0.0.1", LightAddress(host: "127.0.0.1", port: 1844)),
      ("light://[::1]:0", LightAddress(host: "::1", port: 0)),
      ("light://[fe80::1]", LightAddress(host: "fe80::1", port: 1844)),
    ])
  func parts(_ text: String, _ address: LightAddress) {
    #expect(LightAddress(text) == address)
    #expect(LightAddress(address.description) == address)
  }

  @Test(
    "other text is not an address",
    arguments: [
      "", "light:", "light://", "light://:5000", "light://lamp:", "light://lamp:65536", "light://lamp:-1",
      "light://lamp:x", "http://lamp:80", "lamp:5000", "light://a@lamp:5000", "light://lamp:5000/red",
      "light://lamp:5000?x", "light://lamp:5000#x", "light://a b:5000",
    ])
  func none(_ text: String) {
    #expect(LightAddress(text) == nil)
  }
}
