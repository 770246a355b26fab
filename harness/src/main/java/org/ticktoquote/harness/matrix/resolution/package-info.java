/** Resolution of a test matrix on the available hosts: where and on which JVM each case runs, or why it does not. */
@NullMarked
package org.ticktoquote.harness.matrix.resolution;

import org.jspecify.annotations.NullMarked;
