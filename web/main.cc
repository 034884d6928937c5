// The page's program: it makes the lab and returns. From then on the page calls (web/host.h).
#include "web/host.h"

int main() {
  cutline::open_host();
  return 0;
}
