/** Command line, test matrix, host checks and process supervision. */
@NullMarked
package org.ticktoquote.harness;

import org.jspecify.annotations.NullMarked;
