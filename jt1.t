
real	0m0.065s
user	0m0.011s
sys	0m0.004s
