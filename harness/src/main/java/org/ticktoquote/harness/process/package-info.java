/** Child processes, each in its own process group, with line-based control and a known end. */
@NullMarked
package org.ticktoquote.harness.process;

import org.jspecify.annotations.NullMarked;
