"""`python -m cube_gym.cli`, as `cube-gym`."""

import sys

from cube_gym.cli.main import main

sys.exit(main())
