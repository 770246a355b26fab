/** Configuration files in YAML, with the position of every value and all problems reported at once. */
@NullMarked
package org.ticktoquote.core.yaml;

import org.jspecify.annotations.NullMarked;
