/** A test matrix on the hosts that there are: which case runs where and on what, and why another does not. */
@NullMarked
package org.ticktoquote.harness.matrix.resolution;

import org.jspecify.annotations.NullMarked;
