/** Resolution of a test matrix: chooses host and JVM of each case, or reports why it cannot run. */
@NullMarked
package org.ticktoquote.harness.matrix.resolution;

import org.jspecify.annotations.NullMarked;
