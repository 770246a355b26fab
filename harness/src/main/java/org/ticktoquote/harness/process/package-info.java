/** Child processes of a run, each in its own process group: start, line-based control and shutdown. */
@NullMarked
package org.ticktoquote.harness.process;

import org.jspecify.annotations.NullMarked;
